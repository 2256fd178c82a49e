import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

/** The errors and warnings of Spectral for an OpenAPI document, by its own rules. */
export async function lintWithSpectral(document: object): Promise<string[]> {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [rulesets.oas] } as never);
  const found = await linter.run(document as Record<string, unknown>);
  return found.map(({ code, message, path }) => `${code}: ${message} (${path.join(' ')})`);
}
