import type { OperationContext } from '../context.ts'
import { getPublicFlow } from './get-public-flow.ts'

/** Which uploads a flow takes: none until predictions take them, and the rules say so. */
export async function getUploadRules(context: OperationContext, flowId: string) {
  await getPublicFlow(context, flowId)
  return {
    isSpeechToTextEnabled: false,
    isImageUploadAllowed: false,
    isRAGFileUploadAllowed: false,
    imgUploadSizeAndTypes: [],
    fileUploadSizeAndTypes: [],
  }
}
