/** A file that came with a call. */
export interface GivenFile {
  name: string
  bytes: Uint8Array
}

/** A param of a loader, and the files that it takes. */
export interface ChosenFileParam {
  nodeId: string
  param: string
  files: GivenFile[]
}

/** What a name ends with, in small letters and with the dot; empty for a name without one. */
export function endingOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot < 0 ? '' : name.slice(dot).toLowerCase()
}
