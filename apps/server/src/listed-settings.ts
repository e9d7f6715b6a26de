import { isIP } from 'node:net'
import { z } from 'zod'

/** A comma list. */
export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
)

/** An address, or a network as `address/bits`. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const kind = isIP(address)
  if (kind === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128))
}

/** Addresses and networks of proxies. */
export const networks = list.pipe(
  z.array(
    z.string().refine(isNetwork, 'a comma list of addresses or networks such as 127.0.0.1 or 10.0.0.0/8'),
  ),
)

/**
 * The proxies that Flowise's setting names; undefined where it names none. A number of hops, and `true`, would believe what
 * strangers write there: these are not taken.
 */
export function readTrustProxy({
  TRUST_PROXY = '',
}: Record<string, string | undefined>): string[] | undefined {
  const { data } = networks.safeParse(TRUST_PROXY)
  return data === undefined || data.length === 0 ? undefined : data
}
