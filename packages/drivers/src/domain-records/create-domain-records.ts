import { Resolver } from 'node:dns/promises'
import { refusalOf, tellWhy } from '@runnel/contract'

/** What stands about domains in the public directory of names. */
export interface DomainRecords {
  /** The texts (TXT) of a name, none where it has none or is not there. @throws RunnelError `upstream_error` */
  readTexts(name: string): Promise<string[]>
}

const PATIENCE_MS = 3_000
/** That there is nothing, as the directory says it; all else is a failure to learn it. */
const NOTHING = new Set(['ENOTFOUND', 'ENODATA'])

/** Reads them from the servers of names that this machine asks, or from those given as `address:port`. */
export function createDomainRecords(servers?: readonly string[]): DomainRecords {
  return {
    async readTexts(name) {
      const resolver = new Resolver({ timeout: PATIENCE_MS, tries: 2 })
      if (servers !== undefined) resolver.setServers(servers)
      try {
        const records = await resolver.resolveTxt(name)
        return records.map((pieces) => pieces.join(''))
      } catch (error) {
        if (error instanceof Error && 'code' in error && NOTHING.has(String(error.code))) return []
        throw refusalOf('upstream_error', tellWhy('records_unread', { name }), { cause: error })
      }
    },
  }
}
