/** Names of the places `{{name}}` of a text. */
export type PlacesOf<Template extends string> = Template extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | PlacesOf<Rest>
  : never

/** Puts details into the places of a text; a place without its detail stays. */
export function fillText(text: string, details: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => String(details[name] ?? place))
}
