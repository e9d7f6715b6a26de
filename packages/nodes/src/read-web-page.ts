import { pageSteps, type ReadPage } from '@runnel/markup'
import { gatherInTurns } from '@runnel/node-kit'

/** Reads a page of HTML in turns: whoever serves it may make it as long as is taken. */
export async function readWebPage(html: string): Promise<ReadPage> {
  const [page] = await gatherInTurns(pageSteps(html))
  if (!page) throw new Error('A page of HTML is one page')
  return page
}
