/**
 * The vectors of an answer, one of the same length for each of so many texts. Neither the SDK nor a vendor's package looks
 * at all of it, and a store keeps what it is given.
 * @throws Error that says what is wrong with them
 */
export function checkVectors(vectors: number[][], texts: number): number[][] {
  if (vectors.length !== texts) throw new Error(`It holds ${vectors.length} vectors for ${texts} texts.`)
  const length = vectors[0]?.length ?? 0
  for (const vector of vectors) {
    if (!isVector(vector)) throw new Error('It holds something else than one vector of numbers for a text.')
    if (vector.length !== length)
      throw new Error(`It holds vectors of ${length} and of ${vector.length} dimensions.`)
  }
  return vectors
}

/** A call for each of its numbers would hold more memory than the vector does. */
function isVector(vector: readonly unknown[]): boolean {
  for (let index = 0; index < vector.length; index += 1) if (!Number.isFinite(vector[index])) return false
  return vector.length > 0
}
