import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

/** What Spectral says about an OpenAPI document by its own rules: errors and warnings. */
export async function lintWithSpectral(document: object): Promise<string[]> {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [rulesets.oas] } as never);
  const found = await linter.run(document as Record<string, unknown>);
  return found.map(({ code, message, path }) => `${code}: ${message} (${path.join(' ')})`);
}
