import { type JsonObject, RunnelError, splitWords } from '@runnel/contract'
import { readText } from '@runnel/node-kit'
import type { McpKind } from '../mcp-kind.ts'
import { checkAddress, checkHeaders } from '../read-headers.ts'

const ADDRESSES: Record<string, 'http' | 'sse'> = { '--sse': 'sse', '--streamableHttp': 'http' }

/** The server that Supergateway's arguments name; nothing is started for it. */
export const gatewayServer: McpKind = {
  readServer(values, label) {
    const options = readOptions(values)
    const addresses = options.filter(([option]) => Object.hasOwn(ADDRESSES, option))
    const headers = options
      .filter((option) => !addresses.includes(option))
      .map((option) => readHeader(option, label))
    const [[option, address] = ['', '']] = addresses
    const transport = ADDRESSES[option]
    if (!transport) throw fault(label, 'name no server')
    // A second one could come from whoever fills in a variable, and would get the headers of the first.
    if (addresses.length > 1) throw fault(label, 'name two servers')
    return {
      server: {
        transport,
        url: checkAddress(address, `${label}: arguments ${option}`),
        headers: checkHeaders(headers, `${label}: arguments --header`),
      },
    }
  },
}

type Option = [name: string, value: string]

function readOptions(values: JsonObject): Option[] {
  const words = readWords(values)
  return words.flatMap((word, at): Option[] => (at % 2 === 0 ? [[word, words[at + 1] ?? '']] : []))
}

/** A run takes the line apart before variables are filled in. */
function readWords(values: JsonObject): string[] {
  const { arguments: line } = values
  return Array.isArray(line) ? line.map(String) : splitWords(readText(values, 'arguments'))
}

function readHeader([option, value]: Option, label: string): [name: string, value: string] {
  if (option === '--oauth2Bearer') return ['authorization', `Bearer ${value}`]
  if (option !== '--header') {
    throw fault(label, `hold ${option.slice(0, 50)}, which is not known here: programs are not started`)
  }
  const colon = value.indexOf(':')
  if (colon > 0) return [value.slice(0, colon).trim(), value.slice(colon + 1).trim()]
  throw new RunnelError('invalid_input', `${label}: arguments --header must be "name: value".`)
}

function fault(label: string, words: string): RunnelError {
  return new RunnelError(
    'invalid_input',
    `${label}: arguments ${words}. Write --sse or --streamableHttp and the address, --header and --oauth2Bearer if need be.`,
  )
}
