import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { keyInAddress } from './api-keys.ts'
import { chatflowSchema } from './flow-record.ts'
import { dateSchema, idParams, idSchema } from './parts.ts'

const tag = 'Flows'

/** What anybody sees of a flow that its author opened. */
const publicChatflowSchema = z.object({
  id: idSchema,
  name: z.string(),
  type: z.string(),
  isPublic: z.literal(true),
  /** What is shown of the chat's settings, as JSON. */
  chatbotConfig: z.string(),
  /** As in `public-chatbotConfig`: how the flow starts. */
  flowData: z.string(),
  createdDate: dateSchema,
  updatedDate: dateSchema,
})

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
    caching: 'caller',
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
  getPublicChatflow: defineRoute({
    method: 'GET',
    path: '/public-chatflows/:id',
    tag,
    summary:
      'A flow that its author opened to everybody, without what is in it; the whole flow for who may see it',
    policy: { gate: 'public' },
    origins: 'flow',
    params: idParams,
    response: z.union([chatflowSchema, publicChatflowSchema]),
  }),
  listFlowsOfKey: defineRoute({
    method: 'GET',
    path: '/chatflows/apikey/:apikey',
    tag,
    summary:
      'The flows that ask for a key, and those of its workspace that ask for none, as far as the key may see them',
    policy: { gate: 'public' },
    withoutCredentials: true,
    params: keyInAddress,
    query: z.strictObject({ keyonly: z.string().max(20).optional() }),
    response: z.array(chatflowSchema),
  }),
}
