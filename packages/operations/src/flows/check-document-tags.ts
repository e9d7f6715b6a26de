import { carriesTags, type Principal } from '@runnel/access'
import { RunnelError } from '@runnel/contract'
import type { FlowRow } from '@runnel/db'

/**
 * A flow that may read documents with tags is changed, and tried out as a draft, only by those who carry these tags:
 * others could have it tell them what they may not read. @throws RunnelError `forbidden` naming the tags
 */
export function checkDocumentTags(
  principal: Principal,
  { documentTags }: Pick<FlowRow, 'documentTags'>,
): void {
  // The layer wrote the JSON after it was checked.
  const tags = documentTags === null ? [] : (JSON.parse(documentTags) as string[])
  if (carriesTags(principal, tags)) return
  throw new RunnelError(
    'forbidden',
    `This flow may read documents with the tags ${tags.join(', ')}, which you do not carry. Ask somebody who does to change it, or work on a copy.`,
  )
}
