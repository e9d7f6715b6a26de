import { accountCredential, defineNode } from '@runnel/node-kit'
import { microsoft } from '../microsoft-account.ts'
import { serviceDefinition } from '../service-form.ts'
import { teamsForm } from './form.ts'

const credential = accountCredential('microsoftTeamsOAuth2', microsoft, {
  label: 'Microsoft Teams OAuth2',
  scopes: [
    'Channel.Create',
    'Channel.Delete.All',
    'Channel.ReadBasic.All',
    'ChannelMember.ReadWrite.All',
    'ChannelMessage.Read.All',
    'ChannelMessage.ReadWrite',
    'ChannelMessage.Send',
    'ChannelSettings.ReadWrite.All',
    'Chat.Create',
    'Chat.ReadWrite',
    'ChatMember.ReadWrite',
    'ChatMessage.Send',
  ],
  test: { url: 'https://graph.microsoft.com/v1.0/me/joinedTeams?$select=id' },
})

/** A tool for channels, chats and their messages: Microsoft Teams. */
export const microsoftTeams = defineNode({
  definition: serviceDefinition(teamsForm, {
    name: 'microsoftTeams',
    label: 'Microsoft Teams',
    version: 1,
    icon: 'IconMessages',
    description: 'Reads and writes channels, chats and messages of Microsoft Teams',
    baseClasses: ['MicrosoftTeams', 'Tool'],
    credential,
  }),
  credentials: [credential],
  provides: { toolset: async () => (await import('./toolset.ts')).teamsToolset },
})
