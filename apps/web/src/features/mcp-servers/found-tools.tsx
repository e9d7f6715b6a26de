import { Accordion, Badge, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { isJsonObject, type McpTool } from '@runnel/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import './mcp-servers.css'

/** So many tools are seen at a glance. */
const FEW = 5

/** The tools that a server listed: what it says that they do, and what they take. */
export function FoundTools({ tools }: { tools: readonly McpTool[] }) {
  const { t } = useTranslation('mcp-servers')
  const [search, setSearch] = useState('')
  if (tools.length === 0) return null
  const text = search.trim().toLowerCase()
  const found = tools.filter(({ name, description }) =>
    `${name}\n${description}`.toLowerCase().includes(text),
  )
  return (
    <Stack gap="xs" component="section" mt="lg" aria-label={t('tools.title')}>
      <Title order={3} size="h5">
        {t('tools.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('tools.help')}
      </Text>
      {tools.length > FEW ? (
        <TextInput
          type="search"
          aria-label={t('tools.search')}
          placeholder={t('tools.search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      ) : null}
      {found.length === 0 ? <Text role="status">{t('tools.noMatch')}</Text> : null}
      <Accordion multiple order={4} variant="separated">
        {found.map((tool) => (
          <Accordion.Item key={tool.name} value={tool.name}>
            <Accordion.Control>
              <Group gap="xs">
                <span className="server-tool-name">{tool.name}</span>
                <ToolHints tool={tool} />
              </Group>
            </Accordion.Control>
            <Accordion.Panel>
              <ToolDetails tool={tool} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Stack>
  )
}

function ToolHints({ tool: { annotations } }: { tool: McpTool }) {
  const { t } = useTranslation('mcp-servers')
  const { readOnlyHint, destructiveHint, openWorldHint } = annotations
  return (
    <>
      {readOnlyHint === true ? <Badge variant="default">{t('tools.readsOnly')}</Badge> : null}
      {destructiveHint === true && readOnlyHint !== true ? (
        <Badge variant="default">{t('tools.destructive')}</Badge>
      ) : null}
      {openWorldHint === true ? <Badge variant="default">{t('tools.external')}</Badge> : null}
    </>
  )
}

function ToolDetails({ tool: { description, inputSchema } }: { tool: McpTool }) {
  const { t } = useTranslation('mcp-servers')
  const params = isJsonObject(inputSchema.properties) ? Object.entries(inputSchema.properties) : []
  const required = Array.isArray(inputSchema.required) ? inputSchema.required : []
  return (
    <Stack gap="xs">
      {description.trim() === '' ? null : (
        <Text size="sm" className="preserve-lines">
          {description}
        </Text>
      )}
      {params.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('tools.noParams')}
        </Text>
      ) : (
        <ul className="server-tool-params">
          {params.map(([name, schema]) => (
            <li key={name}>
              <span className="server-tool-name">{name}</span> {describeParam(schema)}
              {required.includes(name) ? ` · ${t('tools.required')}` : ''}
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}

/** Type, choices and default of a param, and what is said of it. */
function describeParam(schema: unknown): string {
  if (!isJsonObject(schema)) return ''
  const { type, enum: choices, default: usual, description } = schema
  const kind = Array.isArray(type) ? type.join(' | ') : String(type ?? '')
  const parts = [
    Array.isArray(choices) ? choices.map((choice) => JSON.stringify(choice)).join(' | ') : kind,
    usual === undefined ? '' : `= ${JSON.stringify(usual)}`,
    typeof description === 'string' ? description : '',
  ]
  return parts.filter((part) => part !== '').join(' · ')
}
