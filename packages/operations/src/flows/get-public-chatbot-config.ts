import type { FlowRow } from '@runnel/db'
import { sanitizePublicFlow } from '@runnel/graph'
import type { OperationContext } from '../context.ts'
import { parseFlowSettings } from '../flow-rights.ts'
import { findSpeechService } from '../speech/speech-settings.ts'
import { getPublicFlow } from './get-public-flow.ts'
import { getUploadRules } from './get-upload-rules.ts'

/** Chat settings that the published widget shows or keeps to. Whatever else is stored there is nobody's business. */
const SHOWN: ReadonlySet<string> = new Set([
  'title',
  'titleAvatarSrc',
  'titleBackgroundColor',
  'titleTextColor',
  'welcomeMessage',
  'errorMessage',
  'backgroundColor',
  'fontSize',
  'poweredByTextColor',
  'renderHTML',
  'showAgentMessages',
  'generateNewSession',
  'botMessage',
  'userMessage',
  'textInput',
  'starterPrompts',
  'followUpPrompts',
  'chatFeedback',
  'leads',
  'fullFileUpload',
])

/** What anybody may know of how a chat looks. */
export function shownSettings({ chatbotConfig }: Pick<FlowRow, 'chatbotConfig'>): Record<string, unknown> {
  const settings = parseFlowSettings(chatbotConfig)
  return Object.fromEntries(Object.entries(settings).filter(([name]) => SHOWN.has(name)))
}

/** How an embedded chat looks and starts: the chat settings that are shown, upload rules, and the start form. */
export async function getPublicChatbotConfig(
  context: OperationContext,
  flowId: string,
): Promise<Record<string, unknown>> {
  const { flow, document } = await getPublicFlow(context, flowId)
  return {
    ...shownSettings(flow),
    uploads: await getUploadRules(context, flowId),
    flowData: sanitizePublicFlow(document, context.catalogue.find),
    isTTSEnabled: findSpeechService(flow, 'textToSpeech', context.catalogue) !== undefined,
  }
}
