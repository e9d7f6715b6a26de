import { readText } from '@runnel/node-kit'
import { openVendorModel } from '../ai-sdk/open-vendor-model.ts'
import { connectMoonshot, thinksAsMoonshot } from './connect-moonshot.ts'
import { MOONSHOT_HOME, MOONSHOT_KEY_FIELD } from './moonshot-home.ts'
import { moonshotModelOf } from './moonshot-models.ts'

/** Opens a chat model of Moonshot. */
export const openMoonshotChatModel = openVendorModel({
  ...MOONSHOT_HOME,
  key: { field: MOONSHOT_KEY_FIELD, needed: 'at home' },
  nameParams: ['modelName'],
  connect: connectMoonshot,
  rules: (values, modelName) => ({
    namespace: 'moonshot',
    // A model that thinks cannot be made to call a tool.
    structure: thinksAsMoonshot(values, modelName) ? 'words' : 'tool',
    takesAddresses: false,
    outOfQuota: ['exceeded_current_quota_error', 'check your plan and billing'],
  }),
  settings: (values, modelName) => {
    const { thinks, takesEffort } = moonshotModelOf(modelName)
    const effort = readText(values, 'reasoningEffort')
    const isOff = thinks === 'by choice' && !thinksAsMoonshot(values, modelName)
    return {
      providerOptions: {
        moonshot: {
          ...(isOff ? { thinking: { type: 'disabled' } } : {}),
          ...(takesEffort && effort !== '' ? { reasoningEffort: effort } : {}),
        },
      },
    }
  },
  mediaTypes: ['image/*'],
})
