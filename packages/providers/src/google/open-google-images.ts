import { createGoogle } from '@ai-sdk/google'
import { openVendorImages } from '../ai-sdk/open-vendor-images.ts'
import { checkImageName } from './check-image-name.ts'
import { GOOGLE_HOME, GOOGLE_KEY_FIELD } from './google-home.ts'

const { label, baseURL } = GOOGLE_HOME

/** Draws by Gemini. */
export const drawByGoogle = openVendorImages({
  label,
  baseURL,
  key: { field: GOOGLE_KEY_FIELD, needed: 'always' },
  nameParams: ['modelName'],
  connect: (connection, modelName) => createGoogle(connection).image(checkImageName(modelName)),
})
