// The browser's animations, also where it makes none.

/**
 * Animates an element. A page that is being left moves nothing any more and is given no animation: there it is over at once.
 * @param {Element} element @param {Keyframe[]} frames @param {number | KeyframeAnimationOptions} options
 */
export function animate(element, frames, options) {
  const animation = element.animate(frames, options);
  if (animation) return animation;
  const over = new Animation(new KeyframeEffect(element, frames, options));
  over.finish();
  return over;
}
