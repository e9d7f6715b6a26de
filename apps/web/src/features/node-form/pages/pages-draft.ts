/** A page in the list of a draft; only chosen ones are kept. */
export interface PageEntry {
  id: number
  address: string
  isChosen: boolean
}

/** Why an address cannot be taken: it is none of the web, or the list has it. */
export type AddressFault = 'none' | 'known'

/** The pages that are chosen so far. */
export function draftPages(addresses: readonly string[]): PageEntry[] {
  return addPages([], addresses)
}

/** The list with the pages that it has not yet, chosen. */
export function addPages(entries: readonly PageEntry[], addresses: readonly string[]): PageEntry[] {
  const known = new Set(entries.map(({ address }) => sameAddress(address)))
  const next = [...entries]
  let id = Math.max(0, ...entries.map((entry) => entry.id))
  for (const each of addresses) {
    const address = each.trim()
    if (address === '' || known.has(sameAddress(address))) continue
    known.add(sameAddress(address))
    id += 1
    next.push({ id, address, isChosen: true })
  }
  return next
}

/** What is wrong with an address that somebody wrote, in place of the one with this id if any. */
export function findAddressFault(
  entries: readonly PageEntry[],
  address: string,
  id?: number,
): AddressFault | undefined {
  const url = URL.canParse(address.trim()) ? new URL(address.trim()) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '') return 'none'
  const isKnown = entries.some((each) => each.id !== id && sameAddress(each.address) === sameAddress(address))
  return isKnown ? 'known' : undefined
}

/** The pages whose address holds a text, however it is written. */
export function filterPages(entries: readonly PageEntry[], text: string): PageEntry[] {
  const wanted = text.trim().toLowerCase()
  return entries.filter(({ address }) => address.toLowerCase().includes(wanted))
}

/** The addresses that are kept. */
export function keptAddresses(entries: readonly PageEntry[]): string[] {
  return entries.filter(({ isChosen }) => isChosen).map(({ address }) => address)
}

/** One spelling of an address, whatever part of the page it means: the runtime reads each page once. */
function sameAddress(text: string): string {
  if (!URL.canParse(text.trim())) return text.trim()
  const url = new URL(text.trim())
  url.hash = ''
  return url.href
}
