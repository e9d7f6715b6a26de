import { keyCredential } from '@runnel/node-kit'

/** The token of an integration of Notion, to which somebody connected the pages. */
export const notionCredential = keyCredential('notionApi', {
  label: 'Notion API',
  field: 'notionIntegrationToken',
  keyLabel: 'Integration Token',
  test: { url: 'https://api.notion.com/v1/users/me', headers: { 'notion-version': '2022-06-28' } },
})
