export { campaign, campaignRounds, campaignShare, campaignTimeout } from './testing/campaign.ts'
export {
  type Scripted,
  type Turn,
  templateConversations,
  type Vendor,
} from './testing/template-conversations.ts'
