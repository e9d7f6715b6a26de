import { openVendorModel } from '../ai-sdk/open-vendor-model.ts'
import { connectReplicate } from './connect-replicate.ts'

/** Opens a model of Replicate. */
export const openReplicateModel = openVendorModel({
  label: 'Replicate',
  baseURL: 'https://api.replicate.com/v1',
  key: { field: 'replicateApiKey', needed: 'always' },
  nameParams: ['model'],
  connect: connectReplicate,
  rules: () => ({
    namespace: 'replicate',
    structure: 'words',
    lateSystem: 'hoist',
    outOfQuota: ['Insufficient credit'],
  }),
})
