import { parseFilter, readPathName, type ScimFilter } from './parse-filter.ts'
import { scimFault } from './scim-fault.ts'

/** What an operation of PATCH is done to: `emails[type eq "work"].value` is attribute, filter and part. In lower case. */
export interface ScimPath {
  attribute: string
  filter?: ScimFilter | undefined
  part?: string | undefined
}

const MOST_CHARACTERS = 1_000
/** Up to the first bracket, what stands in brackets, and behind the last. */
const FILTERED = /^([^[\]]+)\[(.*)\](?:\.([^[\]]+))?$/s

/** Reads the path of an operation (RFC 7644, 3.5.2). @throws RunnelError `invalid_input`, `invalidPath` */
export function parsePath(source: string): ScimPath {
  if (source.length > MOST_CHARACTERS) throw scimFault('invalidPath', 'The path of an operation is too long.')
  const filtered = FILTERED.exec(source.trim())
  if (!filtered) {
    const [attribute = '', part] = readPathName(source.trim(), 'invalidPath').split('.')
    return { attribute, part }
  }
  const [, attribute = '', filter = '', part] = filtered
  return {
    attribute: readPathName(attribute, 'invalidPath'),
    filter: parseFilter(filter, 'invalidPath'),
    part: part === undefined ? undefined : readPathName(part, 'invalidPath'),
  }
}
