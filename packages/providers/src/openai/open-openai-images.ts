import { createOpenAI } from '@ai-sdk/openai'
import { openVendorImages } from '../ai-sdk/open-vendor-images.ts'
import { OPENAI_REFUSES_CONTENT, readPictureOptions } from '../ai-sdk/openai-pictures.ts'
import { OPENAI_HOME, OPENAI_KEY } from './openai-home.ts'

/** Draws by OpenAI, or by a server that speaks its protocol. */
export const drawByOpenAI = openVendorImages({
  ...OPENAI_HOME,
  key: OPENAI_KEY,
  nameParams: ['modelName'],
  connect: (connection, modelName) => createOpenAI(connection).imageModel(modelName),
  options: (values) => ({ openai: readPictureOptions(values) }),
  outOfQuota: ['insufficient_quota', 'billing_hard_limit_reached'],
  refusesContent: OPENAI_REFUSES_CONTENT,
  idempotencyHeader: 'Idempotency-Key',
})
