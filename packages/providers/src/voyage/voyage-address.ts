import { RunnelError } from '@runnel/contract'

/** Where Voyage AI embeds, where the credential says nothing else. */
export const VOYAGE_HOME = 'https://api.voyageai.com/v1/embeddings'

/** Where the credential says that Voyage AI embeds. @throws RunnelError `invalid_input` */
export function readVoyageAddress({ endpoint = '' }: Record<string, string>): string {
  const address = endpoint.trim() || VOYAGE_HOME
  if (URL.canParse(address) && /^https?:/.test(address)) return address
  throw new RunnelError(
    'invalid_input',
    `The endpoint in the credential of Voyage AI is no web address. Write it as ${VOYAGE_HOME}.`,
  )
}
