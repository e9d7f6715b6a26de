import { RunnelError } from '@runnel/contract'
import { readServerBase } from '@runnel/node-kit'

/** What an address of a deployment looks like. */
export const ELASTIC_EXAMPLE = 'https://my-deployment.es.eu-west-1.aws.elastic.cloud'

/** The address that an ID of Elastic Cloud stands for (`name:` and base64 of `host$id$…`); an address stands for itself. */
export function readCloud(id: string): string {
  if (/^https?:\/\//i.test(id)) return readServerBase(id, ELASTIC_EXAMPLE)
  const [domain = '', server = ''] = decode(id.slice(id.lastIndexOf(':') + 1)).split('$')
  const [host = '', port] = domain.split(':')
  const isHost = /^[\w-]+(?:\.[\w-]+)+$/.test(host) && /^[\w-]+$/.test(server)
  if (isHost) return `https://${server}.${host}${port && /^\d+$/.test(port) ? `:${port}` : ''}`
  throw new RunnelError(
    'missing_credential',
    'The credential has no ID of Elastic Cloud. Copy it whole from the page of the deployment.',
  )
}

function decode(text: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.fromBase64(text))
  } catch {
    return ''
  }
}
