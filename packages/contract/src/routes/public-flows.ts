import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { idParams, idSchema } from './parts.ts'

const tag = 'Flows'

/** What a page that embeds a flow asks before it shows a chat. */
export const publicFlowRoutes = {
  isStreaming: defineRoute({
    method: 'GET',
    path: '/chatflows-streaming/:id',
    tag,
    summary: 'Whether a flow can stream',
    policy: { gate: 'public' },
    origins: 'flow',
    params: idParams,
    response: z.object({ isStreaming: z.boolean() }),
  }),
  getUploadRules: defineRoute({
    method: 'GET',
    path: '/chatflows-uploads/:id',
    tag,
    summary: 'Which uploads a flow takes',
    policy: { gate: 'public' },
    origins: 'flow',
    params: idParams,
    response: z.object({
      isSpeechToTextEnabled: z.boolean(),
      isImageUploadAllowed: z.boolean(),
      isRAGFileUploadAllowed: z.boolean(),
      imgUploadSizeAndTypes: z.array(z.object({ fileTypes: z.array(z.string()), maxUploadSize: z.number() })),
      fileUploadSizeAndTypes: z.array(
        z.object({ fileTypes: z.array(z.string()), maxUploadSize: z.number() }),
      ),
    }),
  }),
  getUploadFile: defineRoute({
    method: 'GET',
    path: '/get-upload-file',
    tag,
    summary: 'A file that was given in a conversation',
    policy: { gate: 'public' },
    origins: 'flow',
    query: z.object({
      chatflowId: idSchema,
      chatId: z.string().min(1).max(200),
      fileName: z.string().min(1).max(255),
      download: z.enum(['true', 'false']).optional(),
    }),
    response: 'file',
  }),
  getPublicChatbotConfig: defineRoute({
    method: 'GET',
    path: '/public-chatbotConfig/:id',
    tag,
    summary: 'How an embedded chat looks and starts',
    policy: { gate: 'public' },
    origins: 'flow',
    params: idParams,
    response: z.record(z.string(), z.unknown()),
  }),
}
