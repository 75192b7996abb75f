// The browser's animations, with a fallback where it creates none.

/**
 * Animates an element. A page that is being left gets no animation from the browser: there it is finished at once.
 * @param {Element} element @param {Keyframe[]} frames @param {number | KeyframeAnimationOptions} options
 */
export function animate(element, frames, options) {
  const animation = element.animate(frames, options);
  if (animation) return animation;
  const over = new Animation(new KeyframeEffect(element, frames, options));
  over.finish();
  return over;
}
