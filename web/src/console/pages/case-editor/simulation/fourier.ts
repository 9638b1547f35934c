/** The fast Fourier transform of a power of two of complex numbers, in place; `back` undoes `forward`. */
export function transform(real: Float64Array, imaginary: Float64Array, direction: 'forward' | 'back'): void {
  const size = real.length;
  reorder(real, imaginary);
  const sign = direction === 'forward' ? -1 : 1;
  for (let width = 2; width <= size; width *= 2) {
    const half = width / 2;
    for (let step = 0; step < half; step += 1) {
      const angle = (sign * 2 * Math.PI * step) / width;
      const cos = Math.cos(angle);
      const sin = Math.sin(angle);
      for (let even = step; even < size; even += width) butterfly(real, imaginary, even, even + half, cos, sin);
    }
  }
  if (direction === 'forward') return;
  for (let index = 0; index < size; index += 1) {
    real[index] = (real[index] ?? 0) / size;
    imaginary[index] = (imaginary[index] ?? 0) / size;
  }
}

function butterfly(
  real: Float64Array,
  imaginary: Float64Array,
  even: number,
  odd: number,
  cos: number,
  sin: number,
): void {
  const oddReal = real[odd] ?? 0;
  const oddImaginary = imaginary[odd] ?? 0;
  const x = oddReal * cos - oddImaginary * sin;
  const y = oddReal * sin + oddImaginary * cos;
  const evenReal = real[even] ?? 0;
  const evenImaginary = imaginary[even] ?? 0;
  real[odd] = evenReal - x;
  imaginary[odd] = evenImaginary - y;
  real[even] = evenReal + x;
  imaginary[even] = evenImaginary + y;
}

function reorder(real: Float64Array, imaginary: Float64Array): void {
  const size = real.length;
  for (let index = 1, mirrored = 0; index < size; index += 1) {
    let bit = size >> 1;
    for (; mirrored & bit; bit >>= 1) mirrored ^= bit;
    mirrored ^= bit;
    if (index < mirrored) {
      swap(real, index, mirrored);
      swap(imaginary, index, mirrored);
    }
  }
}

function swap(values: Float64Array, one: number, other: number): void {
  const kept = values[one] ?? 0;
  values[one] = values[other] ?? 0;
  values[other] = kept;
}
