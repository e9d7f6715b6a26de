import type { FieldOwner, FieldProps } from '../form-model.ts'
import { shownValue, textOf } from '../read-value.ts'

/** Where pages are looked for and how, as the node beside the list says it. */
export interface PageSearch {
  url: string
  by: 'webCrawl' | 'scrapeXMLSitemap'
  /** How many the node reads at most; 0 for all, undefined where its field holds no number. */
  limit: number | undefined
}

/** Reads the params that the definition names in `loadsFrom`: the address, the way and the limit. */
export function readPageSearch({ input, owner }: Pick<FieldProps, 'input' | 'owner'>): PageSearch {
  const [url = '', by = '', limit = ''] = input.loadsFrom ?? []
  const most = readText(owner, limit)
  return {
    url: readText(owner, url),
    by: readText(owner, by) === 'scrapeXMLSitemap' ? 'scrapeXMLSitemap' : 'webCrawl',
    limit: /^\d{1,6}$/.test(most) ? Number(most) : undefined,
  }
}

function readText({ inputs, values }: FieldOwner, name: string): string {
  const input = inputs.find((each) => each.name === name)
  return input === undefined ? '' : textOf(shownValue(input, values[name])).trim()
}
