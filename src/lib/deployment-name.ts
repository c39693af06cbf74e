/**
 * A deployment as it is called from outside its model: `MODEL/NAME`; of a backend that is asked for what it keeps, which no
 * model is asked for, the name alone.
 */
export function deploymentName(model: string, name: string): string {
  return model === '' ? name : `${model}/${name}`;
}
