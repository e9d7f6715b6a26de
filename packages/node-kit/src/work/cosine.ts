/** The cosine of the angle between two vectors, from -1 to 1; 0 where one has no direction. */
export function cosine(a: readonly number[], b: readonly number[]): number {
  const lengths = Math.sqrt(dot(a, a) * dot(b, b))
  return lengths === 0 ? 0 : dot(a, b) / lengths
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)
}
