import type { CallContext, Component, FoundDocument, VectorStore } from '@runnel/node-kit'
import { keyOf } from './collection-key.ts'
import { getEmbedder } from './get-embedder.ts'
import { takesChatFiles } from './wired-sources.ts'

/** The collection of what a chat gave: of one caller's chat, whatever others call theirs. */
function keyOfChat(component: Component, chat: string, call: CallContext): string {
  return keyOf(component, JSON.stringify(['chat', call.run.namespace ?? null, chat]), call)
}

/** Where what is given now goes, when its chat alone is to find it; undefined when all are. */
export function findKeyToFill(component: Component, call: CallContext): string | undefined {
  const { onlyForChat } = call.run
  return onlyForChat !== undefined && takesChatFiles(component)
    ? keyOfChat(component, onlyForChat, call)
    : undefined
}

/** Where what the chat of this run gave lies; undefined for a store that takes nothing from chats. */
export function findKeyToSearch(component: Component, call: CallContext): string | undefined {
  return takesChatFiles(component) ? keyOfChat(component, call.run.chatId, call) : undefined
}

/** By this name Flowise keeps in a store to which chat a document belongs. */
const CHAT_OF_FLOWISE = 'flowise_chatId'

/**
 * What a store outside found, without what Flowise took in for other chats, together with what this chat gave: that is
 * kept in this installation, so that no filter of the store stands between two chats.
 */
export async function addChatDocuments(
  component: Component,
  { found, request }: { found: FoundDocument[]; request: Parameters<VectorStore['search']>[1] },
  call: CallContext,
): Promise<FoundDocument[]> {
  const key = findKeyToSearch(component, call)
  if (key === undefined) return found
  const own = await call.vectors.search([key], { ...request, embedder: getEmbedder(component) })
  const ofAll = found.filter(
    ({ metadata }) => (metadata[CHAT_OF_FLOWISE] ?? call.run.chatId) === call.run.chatId,
  )
  const ranked = [...own, ...ofAll].sort((a, b) => (b.score ?? 0) - (a.score ?? 0))
  return ranked.slice(0, request.limit)
}
