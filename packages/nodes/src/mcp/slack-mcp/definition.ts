import { programNode } from '../program-node.ts'

/** Tools of an MCP server for Slack. */
export const slackMCP = programNode({
  name: 'slackMCP',
  label: 'Slack MCP',
  tools: 'Reads and writes in the channels of a Slack workspace by an MCP server',
  command: 'slack',
  needs: 'SLACK_BOT_TOKEN and SLACK_TEAM_ID in its environment',
})
