// Reed–Solomon over GF(256) with the roots α⁰, α¹, …, for words of any length up to 255 symbols.
#pragma once

#include <cstdint>

namespace kik {

/// The largest number of check symbols of any code here.
constexpr int mostChecks = 68;
constexpr int longestWord = 255;

/// The remainder of data(x) · xⁿ by a generator of degree n, highest power first.
///
/// `generator` holds the n coefficients below the leading one, which is 1.
void divideByGenerator(const uint8_t *data, int count, const uint8_t *generator, int checks, uint8_t *remainder);

/// Fills `generator` with the coefficients of ∏ (x + αⁱ), i = 0…checks − 1, without the leading one.
void fillGenerator(uint8_t *generator, int checks);

/// Corrects a word in place, highest power first, whose last `checks` symbols are checks.
///
/// Entries of `erasures` are distinct powers of x, below `count`. The solution is accepted only if 2 · errors +
/// erasures ≤ `budget` (at most `checks`) and all syndromes are zero afterwards. Returns the number of symbols changed,
/// or −1; the word may then be changed.
int correctWord(uint8_t *word, int count, int checks, const uint8_t *erasures, int erasureCount, int budget);

}  // namespace kik
