import { MAX_UPLOAD_MB } from '@runnel/contract'
import { listMediaTypes } from '@runnel/graph'
import type { OperationContext } from '../context.ts'
import { findSpeechService } from '../speech/speech-settings.ts'
import { getPublicFlow } from './get-public-flow.ts'

/** Which uploads a flow takes: the files that its models see. */
export async function getUploadRules(context: OperationContext, flowId: string) {
  const { flow, document } = await getPublicFlow(context, flowId)
  const fileTypes = listMediaTypes(document, context.catalogue.find)
  const isImageUploadAllowed = fileTypes.length > 0
  return {
    isSpeechToTextEnabled: findSpeechService(flow, 'speechToText', context.catalogue) !== undefined,
    isImageUploadAllowed,
    isRAGFileUploadAllowed: false,
    imgUploadSizeAndTypes: isImageUploadAllowed ? [{ fileTypes, maxUploadSize: MAX_UPLOAD_MB }] : [],
    fileUploadSizeAndTypes: [],
  }
}
