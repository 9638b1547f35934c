import { hmacSha256Hex, rollSteps, seedHash } from '@lisura/fairness';
import { hmacSha256Hex as hmacOfBrowser } from '@lisura/fairness/web-crypto';

export interface VectorRun {
  name: 'rolls' | 'hmac' | 'browser';
  right: number;
  all: number;
}

/** Other programs have computed these cases of the fairness package; they are loaded when they are wanted. */
export async function runVectors(): Promise<VectorRun[]> {
  const [{ default: rolls }, { default: rfc }] = await Promise.all([
    import('../../../../fairness/vectors/rolls.json'),
    import('../../../../fairness/vectors/rfc4231.json'),
  ]);
  const isRightRoll = ({ serverSeed, clientSeed, nonce, max, hash, roll, serverSeedHash }: (typeof rolls)[number]) => {
    const steps = rollSteps({ serverSeed, clientSeed, nonce, max });
    return steps.hash === hash && steps.roll === roll && seedHash(serverSeed) === serverSeedHash;
  };
  const byBrowser = await Promise.all(
    // A roll that was drawn again has a longer message, so the browser computes only rolls of one draw.
    rolls
      .filter(({ retried }) => !retried)
      .map(async ({ serverSeed, message, hash }) => (await hmacOfBrowser(serverSeed, message)) === hash),
  );
  // The published output of one case is cut short.
  const isRightHmac = ({ keyHex, messageHex, hmacHex }: (typeof rfc.cases)[number]) =>
    hmacSha256Hex(bytesOf(keyHex), bytesOf(messageHex)).startsWith(hmacHex);
  return [
    { name: 'rolls', right: rolls.filter(isRightRoll).length, all: rolls.length },
    { name: 'browser', right: byBrowser.filter(Boolean).length, all: byBrowser.length },
    { name: 'hmac', right: rfc.cases.filter(isRightHmac).length, all: rfc.cases.length },
  ];
}

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
