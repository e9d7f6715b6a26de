/**
 * Fine codes: a byte for each dimension of a vector of unit length, between its own least and greatest number. They tell
 * its cosine to about 0.0003, so that of the entries with near codes hardly more vectors are read than are wanted.
 */

/** A vector's least number and the width of a step, before its numbers: two 32-bit floats. */
const HEAD_BYTES = 8
const STEPS = 255

/** How many bytes the fine code of a vector takes. */
export const fineBytes = (dimensions: number): number => HEAD_BYTES + dimensions

/** Writes the fine code of a vector of unit length into `bytes` as that of entry `index`. */
export function writeFineCode(
  { bytes, index }: { bytes: Uint8Array; index: number },
  vector: Float32Array,
): void {
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let dimension = 0; dimension < vector.length; dimension += 1) {
    const value = vector[dimension] ?? 0
    if (value < least) least = value
    if (value > greatest) greatest = value
  }
  const step = (greatest - least) / STEPS
  const at = index * fineBytes(vector.length)
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  view.setFloat32(at, least, true)
  view.setFloat32(at + 4, step, true)
  const from = at + HEAD_BYTES
  for (let dimension = 0; dimension < vector.length; dimension += 1)
    bytes[from + dimension] = step === 0 ? 0 : Math.round(((vector[dimension] ?? 0) - least) / step)
}

/** Estimates cosines to a vector of unit length, of the entries of some bytes by their index there. */
export function createFineEstimate(vector: Float32Array): (bytes: Uint8Array, index: number) => number {
  const sum = vector.reduce((total, value) => total + value, 0)
  const size = fineBytes(vector.length)
  return (bytes, index) => {
    const at = index * size
    const view = new DataView(bytes.buffer, bytes.byteOffset + at, HEAD_BYTES)
    const from = at + HEAD_BYTES
    let steps = 0
    for (let dimension = 0; dimension < vector.length; dimension += 1)
      steps += (bytes[from + dimension] as number) * (vector[dimension] as number)
    return view.getFloat32(0, true) * sum + view.getFloat32(4, true) * steps
  }
}
