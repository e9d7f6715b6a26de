/** What people paste where addresses are asked for: parted by commas, semicolons, lines or blanks, with names or without. */
export function readAddresses(text: string): string[] {
  const pieces = text.split(/[,;\n]/).flatMap((piece) => {
    const inside = /<([^<>]*)>/.exec(piece)?.[1]
    return inside === undefined ? piece.split(/\s+/) : [inside]
  })
  const found = new Map<string, string>()
  for (const piece of pieces) {
    const address = piece.trim()
    const key = address.toLowerCase()
    if (address !== '' && !found.has(key)) found.set(key, address)
  }
  return [...found.values()]
}

/** Whether a text may be an address; the server judges it again. */
export const looksLikeAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text)

/** Whether somebody is writing a list, to which another line may come: it has several already, or ends with what parts addresses. */
export const isOpenList = (text: string): boolean => /\S\s*\n|\S\s*[,;]\s*$/.test(text)
