/**
 * Codes: one bit for each dimension of a vector, set where it lies above a centre. Two vectors point the same way as far
 * as their codes agree, so that a look at 96 bytes finds the few of which the 3,072 bytes are worth reading.
 */

/** How many 32-bit numbers the code of a vector takes. */
export const codeWords = (dimensions: number): number => Math.ceil(dimensions / 32)

/** Adds vectors up to their mean. */
export function createMean(dimensions: number) {
  const sums = new Float64Array(dimensions)
  let count = 0
  return {
    add(vector: Float32Array) {
      for (let index = 0; index < dimensions; index += 1)
        sums[index] = (sums[index] ?? 0) + (vector[index] ?? 0)
      count += 1
    },
    get: (): Float32Array => Float32Array.from(sums, (sum) => (count === 0 ? 0 : sum / count)),
  }
}

/** Writes the code of a vector into `codes` from `at` on. */
export function writeCode(
  { codes, at }: { codes: Uint32Array; at: number },
  vector: Float32Array,
  centre: Float32Array,
): void {
  for (let index = 0; index < vector.length; index += 1) {
    if ((vector[index] ?? 0) <= (centre[index] ?? 0)) continue
    const word = at + (index >>> 5)
    codes[word] = ((codes[word] ?? 0) | (1 << (index & 31))) >>> 0
  }
}

/** How many bits are set in each four of a 32-bit number. */
function countInFours(value: number): number {
  const pairs = value - ((value >>> 1) & 0x5555_5555)
  return (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333)
}

/**
 * In how many bits the code at `at` is another than `wanted`. Three numbers are counted up together before their fours are:
 * four bits hold up to fifteen.
 */
export function distanceAt(codes: Uint32Array, at: number, wanted: Uint32Array): number {
  let distance = 0
  for (let word = 0; word < wanted.length; word += 3) {
    let fours = countInFours((codes[at + word] as number) ^ (wanted[word] as number))
    if (word + 1 < wanted.length)
      fours += countInFours((codes[at + word + 1] as number) ^ (wanted[word + 1] as number))
    if (word + 2 < wanted.length)
      fours += countInFours((codes[at + word + 2] as number) ^ (wanted[word + 2] as number))
    distance += Math.imul((fours & 0x0f0f_0f0f) + ((fours >>> 4) & 0x0f0f_0f0f), 0x0101_0101) >>> 24
  }
  return distance
}

/** Notes distances, and gives the bound below which the nearest `limit` lie. */
export function createNearestBound(limit: number, dimensions: number) {
  const counts = new Uint32Array(dimensions + 1)
  let bound = dimensions
  let below = 0
  return {
    /** Whether one at this distance is among the nearest so far. */
    take(distance: number): boolean {
      if (distance > bound) return false
      counts[distance] = (counts[distance] ?? 0) + 1
      below += 1
      while (bound > 0 && below - (counts[bound] ?? 0) >= limit) {
        below -= counts[bound] ?? 0
        bound -= 1
      }
      return distance <= bound
    },
    bound: () => bound,
  }
}
