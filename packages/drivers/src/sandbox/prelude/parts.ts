import type * as axios from './axios.ts'
import type * as base64 from './base64.ts'
import type * as buffer from './buffer.ts'
import type * as requests from './requests.ts'
import type * as textEncoding from './text-encoding.ts'
import type * as url from './url.ts'
import type * as urlSearchParams from './url-search-params.ts'

/** The modules that are evaluated when the code first uses one of their names: most code uses none. */
export interface Parts {
  'axios.ts': typeof axios
  'base64.ts': typeof base64
  'buffer.ts': typeof buffer
  'requests.ts': typeof requests
  'text-encoding.ts': typeof textEncoding
  'url.ts': typeof url
  'url-search-params.ts': typeof urlSearchParams
}

/** Evaluates a part, the first time, and gives what it exports. */
export type LoadPart = <Name extends keyof Parts>(name: Name) => Parts[Name]
