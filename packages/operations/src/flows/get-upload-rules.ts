import { MAX_DOCUMENT_MB, MAX_UPLOAD_MB } from '@runnel/contract'
import { findChatStore, listMediaTypes } from '@runnel/graph'
import type { OperationContext } from '../context.ts'
import { findSpeechService } from '../speech/speech-settings.ts'
import { getPublicFlow } from './get-public-flow.ts'

/** Which uploads a flow takes: the files that its models see, and those that a store of it takes from chats. */
export async function getUploadRules(context: OperationContext, flowId: string) {
  const { flow, document } = await getPublicFlow(context, flowId)
  const fileTypes = listMediaTypes(document, context.catalogue.find)
  const store = findChatStore(document, context.catalogue.find)
  const isImageUploadAllowed = fileTypes.length > 0
  return {
    isSpeechToTextEnabled: findSpeechService(flow, 'speechToText', context.catalogue) !== undefined,
    isImageUploadAllowed,
    isRAGFileUploadAllowed: store !== undefined,
    imgUploadSizeAndTypes: isImageUploadAllowed ? [{ fileTypes, maxUploadSize: MAX_UPLOAD_MB }] : [],
    fileUploadSizeAndTypes: store ? [{ fileTypes: store.endings, maxUploadSize: MAX_DOCUMENT_MB }] : [],
  }
}
