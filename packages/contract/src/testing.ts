export { campaign, campaignRounds, campaignTimeout } from './testing/campaign.ts'
