import type { HearingCase } from '../testing/chat-model-case.ts'

/** How Gemini hears: by the switch that lets images through. */
export const GEMINI_SOUND_CASE: HearingCase = {
  values: { allowImageUploads: true },
  part: (mimeType, data) => ({ inlineData: { mimeType, data } }),
  switchLabel: 'Allow Image Uploads',
}
