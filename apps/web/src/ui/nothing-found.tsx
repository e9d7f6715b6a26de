import { Text } from '@mantine/core'

interface NothingFoundProps {
  /** What is written into the field of the choice. */
  text: string
  labels: readonly string[]
  message: string
}

/**
 * Says below a choice with a search that nothing fits, or that it is still looked for. It stands outside of the list of
 * options: a list without any is no list.
 */
export function NothingFound({ text, labels, message }: NothingFoundProps) {
  const wanted = text.trim().toLowerCase()
  const isFound = wanted === '' || labels.some((label) => label.toLowerCase().includes(wanted))
  return (
    <Text role="status" c="dimmed" fz="sm" mt={isFound ? 0 : 6}>
      {isFound ? '' : message}
    </Text>
  )
}
