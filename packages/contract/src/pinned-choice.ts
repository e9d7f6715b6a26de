/** An option that was chosen as it was then: a name, and a fingerprint of what it meant; none where any meaning will do. */
export interface PinnedChoice {
  name: string
  fingerprint?: string
}

const FINGERPRINT = /#([0-9a-f]{32})$/

/** The value of an option that is chosen as it is now: `name#fingerprint`, of 32 hexadecimal digits. */
export function pinChoice(name: string, fingerprint: string): string {
  return `${name}#${fingerprint}`
}

/** Reads the value of a choice; a plain value is a name alone. */
export function readPinnedChoice(value: string): PinnedChoice {
  const [whole, fingerprint] = FINGERPRINT.exec(value) ?? ['']
  const name = value.slice(0, value.length - whole.length)
  return { name, ...(fingerprint !== undefined && { fingerprint }) }
}
