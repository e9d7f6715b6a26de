/** A vector as text: its numbers as 32-bit floats in base64, a quarter of their size as JSON. */
export function packVector(vector: number[]): string {
  const bytes = new Uint8Array(Float32Array.from(vector).buffer)
  return bytes.toBase64()
}

/** The numbers of a packed vector, as exact as 32-bit floats are. */
export function unpackVector(text: string): number[] {
  return [...new Float32Array(Uint8Array.fromBase64(text).buffer)]
}
