/** What a vector is called where it is kept, by its key: no reply has this name. */
export function nameVector(key: string): string {
  return `runnel:embedding:${key}`
}
