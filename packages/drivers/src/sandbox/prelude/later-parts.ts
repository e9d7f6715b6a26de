import { AXIOS } from './axios.ts'
import { BASE64 } from './base64.ts'
import { BUFFER } from './buffer.ts'
import { REQUESTS } from './requests.ts'
import { TEXT_ENCODING } from './text-encoding.ts'
import { URL_CLASS } from './url.ts'
import { URL_HOST } from './url-host.ts'
import { URL_SEARCH_PARAMS } from './url-search-params.ts'

/** Parts of the prelude that are evaluated when the code first uses one of their names: most code uses none. */
export const laterParts: ReadonlyMap<string, string> = new Map([
  ['axios', AXIOS],
  ['base64', BASE64],
  ['buffer', BUFFER],
  ['requests', REQUESTS],
  ['textEncoding', TEXT_ENCODING],
  ['url', URL_CLASS],
  ['urlHost', URL_HOST],
  ['urlSearchParams', URL_SEARCH_PARAMS],
])
