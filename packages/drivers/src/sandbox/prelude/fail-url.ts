/** Ends the reading of what is no URL. */
export function failUrl(): never {
  throw new TypeError('Invalid URL')
}
