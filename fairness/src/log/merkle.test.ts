import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { growthOf, pathOf, rootOf, treeOf } from '../../test/tree.ts';
import { EMPTY_ROOT, growingTree, isExtended, isIncluded, leafHash, nodeHash } from './merkle.ts';

/** Implementations of Certificate Transparency use these leaves and roots for their own tests. */
const LEAVES = ['', '\x00', '\x10', ' !', '01', '@ABC', 'PQRSTUVW', '`abcdefghijklmno'];
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

const textsOf = (count: number) => Array.from({ length: count }, (_, place) => `leaf ${place}`);

test('leaves and nodes hash as in Certificate Transparency', () => {
  assert.equal(leafHash(''), ROOTS[0]);
  assert.equal(nodeHash(leafHash(''), leafHash('\x00')), ROOTS[1]);
  assert.deepEqual(
    LEAVES.map((_, last) => rootOf(LEAVES.slice(0, last + 1))),
    ROOTS,
  );
  assert.equal(EMPTY_ROOT, rootOf([]));
});

test('every leaf of every small tree is proven, at its place alone', () => {
  for (let size = 1; size <= 20; size += 1) {
    const leaves = textsOf(size);
    for (let index = 0; index < size; index += 1) {
      const inclusion = { leafHash: leafHash(`leaf ${index}`), index, proof: pathOf(index, leaves) };
      assert.ok(isIncluded(inclusion, treeOf(leaves)), `${index} of ${size}`);
      assert.ok(!isIncluded({ ...inclusion, leafHash: leafHash('another') }, treeOf(leaves)));
      for (const other of [index - 1, index + 1, size, -1, 0.5, Number.NaN]) {
        if (other !== index) assert.ok(!isIncluded({ ...inclusion, index: other }, treeOf(leaves)), `${other}`);
      }
      assert.ok(!isIncluded({ ...inclusion, proof: [...inclusion.proof, EMPTY_ROOT] }, treeOf(leaves)));
      assert.ok(!isIncluded({ ...inclusion, proof: ['no hash', ...inclusion.proof] }, treeOf(leaves)));
      assert.ok(size === 1 || !isIncluded({ ...inclusion, proof: inclusion.proof.slice(1) }, treeOf(leaves)));
    }
  }
});

test('every growth of every small tree is proven', () => {
  for (let to = 1; to <= 20; to += 1) {
    const later = treeOf(textsOf(to));
    for (let from = 1; from <= to; from += 1) {
      const [earlier, proof] = [treeOf(textsOf(from)), growthOf(from, textsOf(to))];
      assert.ok(isExtended(earlier, later, proof), `${from} to ${to}`);
      assert.ok(!isExtended({ ...earlier, root: leafHash('another') }, later, proof));
      assert.ok(!isExtended(earlier, { ...later, root: leafHash('another') }, proof));
      assert.ok(!isExtended(earlier, later, [...proof, EMPTY_ROOT]));
      if (from < to) assert.ok(!isExtended(later, earlier, proof));
    }
    assert.ok(isExtended({ size: 0, root: EMPTY_ROOT }, later, []));
    assert.ok(!isExtended({ size: 0, root: later.root }, later, []));
  }
});

test('a tree in which one old leaf was changed extends no tree that had it', () => {
  const sizes = fc
    .integer({ min: 2, max: 300 })
    .chain((to) =>
      fc
        .record({ to: fc.constant(to), from: fc.integer({ min: 1, max: to - 1 }) })
        .chain(({ from }) =>
          fc.record({ to: fc.constant(to), from: fc.constant(from), place: fc.integer({ min: 0, max: from - 1 }) }),
        ),
    );
  fc.assert(
    fc.property(sizes, ({ from, to, place }) => {
      const altered = textsOf(to).with(place, 'altered');
      const earlier = treeOf(textsOf(from));
      assert.ok(isExtended(earlier, treeOf(textsOf(to)), growthOf(from, textsOf(to))));
      assert.ok(!isExtended(earlier, treeOf(altered), growthOf(from, altered)));
    }),
    { numRuns: 60 },
  );
});

test('leaves that are added one after another come to the root of all of them', () => {
  const leaves = textsOf(70);
  const growing = growingTree();
  assert.deepEqual(growing.tree(), { size: 0, root: EMPTY_ROOT });
  for (const [place, leaf] of leaves.entries()) {
    growing.add(leafHash(leaf));
    assert.deepEqual(growing.tree(), treeOf(leaves.slice(0, place + 1)));
  }
});
