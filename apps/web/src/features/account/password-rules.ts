/** The rules of a password, each with the name of its text. They are those of the contract's `passwordSchema`. */
export const passwordRules = [
  { id: 'length', passes: (password: string) => password.length >= 8 && password.length <= 128 },
  { id: 'lower', passes: (password: string) => /[a-z]/.test(password) },
  { id: 'upper', passes: (password: string) => /[A-Z]/.test(password) },
  { id: 'digit', passes: (password: string) => /\d/.test(password) },
  { id: 'special', passes: (password: string) => /[^A-Za-z0-9]/.test(password) },
] as const

/** True when a password keeps all rules. */
export function isGoodPassword(password: string): boolean {
  return passwordRules.every(({ passes }) => passes(password))
}

/** A plain check before the server's: something on both sides of one @, no spaces. */
export function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text.trim())
}
