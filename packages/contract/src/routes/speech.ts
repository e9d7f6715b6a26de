import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { idSchema } from './parts.ts'
import { chatIdSchema } from './prediction.ts'

const tag = 'Speech'

/** Which text is read out, and by whom: as a flow's settings say, or by the service that is named. */
export const speechBody = z.strictObject({
  /** For callers who may not see the flow, the answer itself is read out, whatever stands here. */
  text: z.string().max(100_000).optional(),
  chatflowId: idSchema.optional(),
  chatId: chatIdSchema.optional(),
  chatMessageId: z.string().max(200).optional(),
  provider: z.string().max(100).optional(),
  credentialId: z.string().max(100).toLowerCase().optional(),
  voice: z.string().max(200).optional(),
  model: z.string().max(200).optional(),
})
export type SpeechBody = z.infer<typeof speechBody>

export const speechRoutes = {
  generateSpeech: defineRoute({
    method: 'POST',
    path: '/text-to-speech/generate',
    tag,
    summary:
      'Read a text out: an event stream of `tts_start`, `tts_data` with pieces of sound as base64, and `tts_end` or `tts_error`',
    policy: { gate: 'public' },
    audit: { none: 'run' },
    origins: 'flow of body',
    body: speechBody,
    runsFlow: true,
    response: 'stream',
  }),
  abortSpeech: defineRoute({
    method: 'POST',
    path: '/text-to-speech/abort',
    tag,
    summary: 'Stop reading an answer out',
    policy: { gate: 'public' },
    audit: { none: 'run' },
    origins: 'flow of body',
    body: z.strictObject({
      chatflowId: idSchema,
      chatId: chatIdSchema,
      chatMessageId: z.string().min(1).max(200),
    }),
    response: z.object({ message: z.string(), chatId: z.string(), chatMessageId: z.string() }),
  }),
  listVoices: defineRoute({
    method: 'GET',
    path: '/text-to-speech/voices',
    tag,
    summary: 'The voices of a service that reads texts out',
    policy: {
      gate: 'caller',
      permissions: ['chatflows:create', 'chatflows:update', 'agentflows:create', 'agentflows:update'],
    },
    query: z.strictObject({
      provider: z.string().max(100),
      credentialId: z.string().max(100).toLowerCase().optional(),
    }),
    response: z.array(z.object({ id: z.string(), name: z.string(), category: z.string().optional() })),
  }),
}
