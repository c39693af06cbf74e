/** The path of a model of Anthropic's on Vertex AI, whatever the project and the place. */
export function vertexPath(modelAndVerb: string): string {
  return `/v1/projects/{project}/locations/{location}/publishers/anthropic/models/${modelAndVerb}`;
}
