export { campaign, campaignRounds, campaignShare, campaignTimeout } from './testing/campaign.ts'
export { leadingAway } from './testing/leading-away.ts'
export {
  KNOWN_TEXT,
  type Scripted,
  type Turn,
  templateConversations,
  type Vendor,
} from './testing/template-conversations.ts'
