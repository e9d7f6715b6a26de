import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { RunnelError } from '@runnel/contract'

/**
 * Models before Gemini 3 take either tools that Google runs itself or those of others; the SDK would leave the others out
 * and say nothing.
 */
export function refuseMixedTools(model: LanguageModelV4): LanguageModelV4 {
  const isOld = /^gemini-[12]\b/.test(model.modelId)
  const check = ({ tools = [] }: LanguageModelV4CallOptions) => {
    const kinds = new Set(tools.map(({ type }) => type))
    if (!isOld || kinds.size < 2) return
    throw new RunnelError(
      'invalid_input',
      `${model.modelId} takes no other tools beside those that Google runs itself. Remove one of the kinds, or choose a model from Gemini 3 on.`,
    )
  }
  return {
    specificationVersion: model.specificationVersion,
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    async doGenerate(options) {
      check(options)
      return model.doGenerate(options)
    },
    async doStream(options) {
      check(options)
      return model.doStream(options)
    },
  }
}
