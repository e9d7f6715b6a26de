/** A text as it is embedded: after what is said of its place. */
export function searchedText(text: string, context: string | undefined): string {
  return context === undefined ? text : `${context}\n${text}`
}
